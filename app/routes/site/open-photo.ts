/** Which picture of `count` is open in the viewer (?photo=2, from 1); any other value opens none. */
export function openPhoto(url: URL, count: number): number | undefined {
  const value = url.searchParams.get('photo') ?? '';
  const photo = /^[1-9]\d{0,3}$/.test(value) ? Number(value) : undefined;
  return photo !== undefined && photo <= count ? photo : undefined;
}
