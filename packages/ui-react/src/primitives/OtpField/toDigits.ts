/** Digits of a one-time code. */
export const otpLength = 6

/**
 * The digits of what was typed or pasted: full-width and Arabic ones as those of ASCII. Where a whole text was pasted
 * the code in it, if there is one; else all its digits, which may be more or fewer than a code has.
 */
export function toDigits(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.charCodeAt(0) - 0x0660) % 16))
    // what mails and visitors put between the digits
    .replace(/[\s\p{Pd}.\u200b]/gu, '')
  const codes = plain.match(/(?<!\d)\d{6}(?!\d)/g)
  return codes?.length === 1 && codes[0] ? codes[0] : plain.replace(/\D/g, '')
}
