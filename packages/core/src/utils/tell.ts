/** Calls every listener. One that throws is reported and stops nobody. */
export function tell<data>(
  listeners: Iterable<(data: data) => void>,
  data: data,
  warn: (cause: unknown) => void,
): void {
  for (const listener of listeners) {
    try {
      listener(data)
    } catch (cause) {
      warn(cause)
    }
  }
}
