#!/bin/sh
# npm run film: copies the hero film into public/ and makes the small one for narrow
# screens (about 200 KB each). Needs ffmpeg; run it again only when the film changes.
set -eu
from=app/content/film
to=public/film
mkdir -p "$to"
cp "$from/hero-saw.webm" "$from/hero-saw.mp4" "$to/"
# Few key frames, because the film seeks only to its beginning.
ffmpeg -v error -y -i "$from/hero-saw.mp4" -an -vf scale=640:-2 -c:v libx264 -preset veryslow \
  -tune animation -crf 35 -g 600 -pix_fmt yuv420p -movflags +faststart \
  -map_metadata -1 -fflags +bitexact "$to/hero-saw-small.mp4"
ffmpeg -v error -y -i "$from/hero-saw.mp4" -an -vf scale=640:-2 -c:v libvpx-vp9 -crf 48 -b:v 0 \
  -g 600 -row-mt 1 -cpu-used 2 -map_metadata -1 -fflags +bitexact "$to/hero-saw-small.webm"
