/** What a public page may say about its shell: `export const handle: SiteHandle = { … }`. */
export interface SiteHandle {
  /** False: the page is shown without the header (ledger SH-1). */
  header?: false;
  /** The colour of the page's last section, which the seam to the footer continues. */
  endsIn?: 'ink';
}

/** The handles of the pages that are open, outermost first; other handles are passed over. */
export function siteHandle(matches: readonly { handle: unknown }[]): SiteHandle {
  return Object.assign({}, ...matches.map(({ handle }) => handle)) as SiteHandle;
}
