const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="22" fill="#3b3f51"/>' +
  '<g fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round"><circle cx="36" cy="48" r="13"/>' +
  '<path d="M49 48h27M66 48v11"/></g></svg>'

/** The icon of wallets that bring none. */
export const keyIcon: string = `data:image/svg+xml,${encodeURIComponent(svg)}`
