/** Entries per question [S9.13], and characters of the shortest text that is searched for. */
export const walletLimits = { featured: 4, recommended: 4, page: 40, search: 100, searchText: 2 } as const

/** Milliseconds. [S9.13] [S9.15] */
export const walletDelays = { debounce: 500, search: 300, image: 2_000 } as const
