export type LoggedRequest = {
  readonly method: string
  readonly params: unknown
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly outcome: 'pending' | 'answered' | 'refused'
  /** The reply or the thrown value, depending on the outcome. */
  readonly value?: unknown
}

/** The part of `Storage` that the wallet uses. `localStorage` and `sessionStorage` fit. */
export type WalletStorage = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

const maxTextLength = 200

/** Prepares untrusted text for a prompt: shortens it, and replaces characters that hide, reorder or break text. */
export function safeText(text: string): string {
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
  return visible.length > maxTextLength ? `${visible.slice(0, maxTextLength)}…` : visible
}

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="22" fill="#3b3f51"/>' +
  '<g fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round"><circle cx="36" cy="48" r="13"/>' +
  '<path d="M49 48h27M66 48v11"/></g></svg>'

/** The default icon. */
export const keyIcon: string = `data:image/svg+xml,${encodeURIComponent(svg)}`
