"""An animated PNG from screenshots: each frame keeps only the pixels that differ from the one before."""

import base64
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

DIFFERS = """async ({ shots, width }) => {
  const load = (shot) => new Promise((done) => {
    const image = new Image();
    image.onload = () => done(image);
    image.src = `data:image/png;base64,${shot}`;
  });
  const frames = [];
  let before = null;
  for (const shot of shots) {
    const image = await load(shot);
    const height = Math.round((image.height * width) / image.width);
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const drawing = canvas.getContext("2d", { willReadFrequently: true });
    drawing.imageSmoothingQuality = "high";
    drawing.drawImage(image, 0, 0, width, height);
    const now = drawing.getImageData(0, 0, width, height).data;
    for (let place = 0; place < now.length; place += 1) now[place] = place % 4 === 3 ? 255 : now[place] & 0xf8;
    const raw = new Uint8Array(height * (1 + 4 * width));
    let changed = 0;
    for (let y = 0, from = 0; y < height; y += 1)
      for (let x = 0, to = y * (1 + 4 * width) + 1; x < width; x += 1, from += 4, to += 4) {
        if (before && [0, 1, 2].every((part) => now[from + part] === before[from + part])) continue;
        raw.set(now.subarray(from, from + 4), to);
        changed += 1;
      }
    before = now;
    let text = "";
    for (let place = 0; place < raw.length; place += 0x8000)
      text += String.fromCharCode(...raw.subarray(place, place + 0x8000));
    frames.push({ height, changed, rows: btoa(text) });
  }
  return frames;
}"""
"""Rows as a PNG has them, each behind its filter (none); a pixel that stays is transparent."""


@dataclass(frozen=True)
class Shot:
    png: bytes
    lasts: int
    """Milliseconds until the next one."""


def animated(browser: Browser, shots: list[Shot], width: int) -> bytes:
    """Shots as one APNG that plays without end; shots that change nothing lengthen the one before."""
    page = browser.new_page()
    try:
        pictures = [base64.b64encode(shot.png).decode() for shot in shots]
        frames: list[dict[str, Any]] = page.evaluate(DIFFERS, {"shots": pictures, "width": width})
    finally:
        page.close()
    kept: list[tuple[bytes, int]] = []
    for frame, shot in zip(frames, shots, strict=True):
        if frame["changed"]:
            kept.append((zlib.compress(base64.b64decode(frame["rows"]), 9), shot.lasts))
        else:
            kept[-1] = (kept[-1][0], kept[-1][1] + shot.lasts)
    height = frames[0]["height"]
    made = b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
    made += _chunk(b"acTL", struct.pack(">II", len(kept), 0))
    number = 0
    for place, (data, lasts) in enumerate(kept):
        # the whole picture at (0, 0), left as it is, the first one put down and the others laid over it
        control = struct.pack(">IIIIIHHBB", number, width, height, 0, 0, lasts, 1000, 0, int(place > 0))
        made += _chunk(b"fcTL", control)
        number += 1
        if place == 0:
            made += _chunk(b"IDAT", data)
        else:
            made += _chunk(b"fdAT", struct.pack(">I", number) + data)
            number += 1
    return made + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def write(path: Path, made: bytes, most: int = 1_000_000) -> None:
    if len(made) > most:
        raise ValueError(f"{path.name} has {len(made):,} bytes, at most {most:,}: take fewer shots or a smaller width")
    path.write_bytes(made)
