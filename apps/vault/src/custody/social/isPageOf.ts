/** Whether an address is one of an origin's pages. */
export function isPageOf(origin: string, page: string): boolean {
  return URL.canParse(page) && new URL(page).origin === origin
}
