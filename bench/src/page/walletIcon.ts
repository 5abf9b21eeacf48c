/** A small SVG in a data URL, as wallets announce theirs. */
export const walletIcon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="10" fill="#3b5bdb"/><path d="M10 14h20v14H10z" fill="#fff"/><circle cx="26" cy="21" r="2.500" fill="#3b5bdb"/></svg>',
)}`
