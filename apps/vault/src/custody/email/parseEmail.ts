import { isEmail } from '@latchkey/core/plugin'

/**
 * An address of mail in the one form in which it is compared and written to, or null. The case of letters tells no two apart; dots
 * and what follows a plus do. Domains beyond ASCII come in their encoded form. [S5.1] [security.md I5, I6]
 */
export function parseEmail(text: string): string | null {
  return isEmail(text) ? text.toLowerCase() : null
}
