#!/bin/sh
# npm run film: puts the hero film into public/ as it is, and makes the small one for narrow
# screens (at most 700 KB each). Needs ffmpeg; run it again only when the film changes.
set -eu
from=app/content/film
to=public/film
mkdir -p "$to"
cp "$from/hero-saw.webm" "$from/hero-saw.mp4" "$to/"
ffmpeg -v error -y -i "$from/hero-saw.mp4" -an -vf scale=640:-2 -c:v libx264 -preset slow \
  -crf 25 -maxrate 300k -bufsize 600k -pix_fmt yuv420p -movflags +faststart \
  -map_metadata -1 -fflags +bitexact "$to/hero-saw-small.mp4"
ffmpeg -v error -y -i "$from/hero-saw.mp4" -an -vf scale=640:-2 -c:v libvpx-vp9 -crf 34 -b:v 220k \
  -row-mt 1 -cpu-used 2 -map_metadata -1 -fflags +bitexact "$to/hero-saw-small.webm"
