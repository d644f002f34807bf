#!/bin/sh
# Makes sure that a Chromium is there for the browser tests: installs it where that may be done, and says what to do elsewhere.
# With CI=true a missing browser is a failure, because tests that did not run prove nothing.
for name in "${MOSTEK_CHROMIUM:-chromium}" chromium chromium-browser google-chrome chrome; do
    command -v "$name" >/dev/null && exit 0
done

install_it() {
    command -v apt-get >/dev/null || return 1
    as_root=""
    if [ "$(id -u)" -ne 0 ]; then
        as_root="sudo -n"
        $as_root true 2>/dev/null || return 1
    fi
    echo "mostek: installing Chromium for the browser tests"
    $as_root env DEBIAN_FRONTEND=noninteractive sh -c \
        'apt-get install -qq -y --no-install-recommends chromium || { apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium; }' \
        >/dev/null
}

install_it && command -v chromium >/dev/null && exit 0
echo "mostek: there is no Chromium for the browser tests: sudo apt-get install chromium, or name one by MOSTEK_CHROMIUM" >&2
[ "${CI:-}" = "true" ] && exit 1
echo "mostek: the browser tests will be skipped" >&2
