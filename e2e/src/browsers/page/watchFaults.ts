declare global {
  interface Window {
    /** What {@link watchFaults} has heard. */
    heardFaults?: string[]
  }
}

/** Runs in a page whose browser tells its console to nobody: collects from now on what nobody caught and what was refused. */
export function watchFaults(): void {
  if (window.heardFaults) return
  const heard: string[] = []
  window.heardFaults = heard
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

/** Runs there as well. */
export function readFaults(): readonly string[] {
  return window.heardFaults ?? []
}
