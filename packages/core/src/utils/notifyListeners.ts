/** Notifies every listener. A listener that throws is reported and doesn't affect the others. */
export function notifyListeners<data>(
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
