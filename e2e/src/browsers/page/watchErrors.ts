declare global {
  interface Window {
    /** What {@link watchErrors} has collected. */
    recordedErrors?: string[]
  }
}

/**
 * Runs in a page whose browser doesn't expose its console: from now on, collects uncaught errors and policy violations.
 */
export function watchErrors(): void {
  if (window.recordedErrors) return
  const heard: string[] = []
  window.recordedErrors = heard
  const error = console.error.bind(console)
  console.error = (...args: unknown[]) => {
    heard.push(args.map(String).join(' '))
    error(...args)
  }
  addEventListener('error', ({ message }) => heard.push(message))
  addEventListener('unhandledrejection', ({ reason }) => heard.push(String(reason)))
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    heard.push(`content security policy: ${effectiveDirective} ${blockedURI}`),
  )
}

/** Runs there too. */
export function readErrors(): readonly string[] {
  return window.recordedErrors ?? []
}
