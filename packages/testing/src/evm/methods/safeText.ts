const limit = 200

/** Foreign text for a prompt: cut, and without what would hide, reorder or break it. */
export function safeText(text: string): string {
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
  return visible.length > limit ? `${visible.slice(0, limit)}…` : visible
}
