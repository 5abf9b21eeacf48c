/** Whether an image element shows it under a strict content policy. */
export function isImageUrl(value: unknown): boolean {
  return typeof value === 'string' && /^(data:image\/|https:\/\/)/i.test(value)
}
