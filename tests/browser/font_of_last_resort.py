"""A font without letters, for machines that have none at all.

Chromium needs some font to live. With one that can show nothing it goes on, and what a test then sees is what the page brings
itself.
"""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib.tables._g_l_y_f import Glyph

_UNITS = 1000
_HEIGHT = 800


def has_fonts() -> bool:
    """Whether fontconfig finds any font on this machine; where the library is missing, Chromium is, too."""
    fontconfig = ctypes.CDLL("libfontconfig.so.1")
    fontconfig.FcInitLoadConfigAndFonts.restype = ctypes.c_void_p
    fontconfig.FcConfigGetFonts.argtypes = [ctypes.c_void_p, ctypes.c_int]
    fontconfig.FcConfigGetFonts.restype = ctypes.POINTER(ctypes.c_int)
    # A set of fonts begins with their number; there is none without fonts.
    found = fontconfig.FcConfigGetFonts(fontconfig.FcInitLoadConfigAndFonts(), 0)
    return bool(found) and found[0] > 0


def configuration_with_empty_font(folder: Path) -> Path:
    """The file of fontconfig that adds a font without letters to what the machine has; both lie in the folder."""
    fonts = folder / "fonts"
    fonts.mkdir()
    builder = FontBuilder(_UNITS)
    builder.setupGlyphOrder([".notdef", "space"])
    builder.setupCharacterMap({0x20: "space"})
    builder.setupGlyf({".notdef": Glyph(), "space": Glyph()})
    builder.setupHorizontalMetrics({".notdef": (_UNITS, 0), "space": (_UNITS, 0)})
    builder.setupHorizontalHeader(ascent=_HEIGHT, descent=_HEIGHT - _UNITS)
    builder.setupNameTable({"familyName": "Empty", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=_HEIGHT, sTypoDescender=_HEIGHT - _UNITS)
    builder.setupPost()
    builder.save(fonts / "empty.ttf")
    machine = os.environ.get("FONTCONFIG_FILE", "/etc/fonts/fonts.conf")
    written = folder / "fonts.conf"
    written.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>'
        f'<include ignore_missing="yes">{machine}</include><dir>{fonts}</dir></fontconfig>',
        encoding="utf-8",
    )
    return written
