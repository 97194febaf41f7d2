/** The slope of the kerf: its run for each unit of height (--kerf-run of the design). */
const kerfRun = 0.437;
/** Half the width and height of the saw's thumb, in px, which continues the kerf below the picture. */
const halfThumb = 22;

/**
 * Where the kerf crosses the middle of a picture of this size (px), in per cent of its width, when
 * the saw stands at `value` (0 to 100). At 0 the kerf is off the picture; over the first eight
 * steps it comes in, and from there on it runs in line with the thumb.
 */
export function cutPosition(value: number, { width, height }: { width: number; height: number }) {
  const thumb = halfThumb + (value / 100) * (width - 2 * halfThumb);
  const inLine = thumb + (height / 2 + halfThumb) * kerfRun;
  const outside = (-height / 2) * kerfRun - 8;
  const arrived = Math.min(1, value / 8);
  return ((outside + (inLine - outside) * arrived) / width) * 100;
}
