/** For calls that nobody cancels. */
export function never(): AbortSignal {
  return new AbortController().signal
}
