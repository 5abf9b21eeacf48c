export type LoginQuestion = {
  /** Emails a code to the address. */
  readonly start: (email: string) => Promise<{ readonly retryAfter: number }>
  /** Adds the address as a login, and returns it. */
  readonly finish: (code: string) => Promise<string>
}

/**
 * Asks a guest for an email address to log in with, and for the code that is sent to it. The app sees neither. Resolves with the address once it
 * is a login; rejects with 4001 if the user cancels, and with the signal's reason.
 */
export type LoginPrompt = (question: LoginQuestion & { readonly signal: AbortSignal }) => Promise<string>
