/** The HTTP status for what custody refuses; the page itself goes by the code. */
export function toStatus(code: string): number {
  switch (code) {
    case 'NO_DEVICE':
    case 'NO_SESSION':
      return 401
    case 'UNKNOWN_PROJECT':
    case 'RESUMED':
    case 'FROZEN':
    case 'WALLET_FROZEN':
    case 'LOCKED':
    case 'NEW_DEVICE':
    case 'SPEND_LIMIT':
    case 'POLICY':
    case 'HELD':
    case 'REVERTS':
    case 'NOT_HERE':
    case 'NOT_ALLOWED':
    case 'SOCIAL_REFUSED':
      return 403
    case 'TOO_MANY':
      return 429
    case 'INTERNAL':
      return 500
    case 'MAIL_FAILED':
    case 'SOCIAL_FAILED':
    case 'UNAVAILABLE':
    case 'STOPPED':
      return 503
    default:
      return 400
  }
}
