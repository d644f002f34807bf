"""Public pages, wired."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mostek.app.help import Help
from mostek.feature import Feature
from mostek.work.kinds import JobKind, Lane

if TYPE_CHECKING:
    from mostek.documents.document import PrintRequest
    from mostek.features.public_pages.model import ShownEvent
    from mostek.features.public_pages.page_cache import StoredPage
    from mostek.features.public_pages.public_page import PageRequest
    from mostek.server.http.page_templates import Assets

_PUBLIC: dict[str, Any] = {"help": Help.NONE, "lane": Lane.QUICK, "seconds": 20, "answer_megabytes": 16, "places": 16}
PUBLIC_PAGE: JobKind[[ShownEvent, str | None, str, PageRequest, str, str, Assets], StoredPage] = JobKind(
    name="public page", target="mostek.features.public_pages.rendering:rendered_page", megabytes=150, **_PUBLIC
)
PUBLIC_DOCUMENT: JobKind[[ShownEvent, str, PrintRequest, str], StoredPage] = JobKind(
    name="public document", target="mostek.features.public_pages.rendering:printed_document", megabytes=300, **_PUBLIC
)
LINK_PICTURE: JobKind[[ShownEvent], StoredPage] = JobKind(
    name="picture of a link", target="mostek.features.public_pages.rendering:drawn_picture", megabytes=150, **_PUBLIC
)

FEATURE = Feature(
    name="public_pages",
    pages=("mostek.features.public_pages.http:show_public",),
    service="mostek.features.public_pages.http:PublicPages",
    jobs=(PUBLIC_PAGE, PUBLIC_DOCUMENT, LINK_PICTURE),
)
