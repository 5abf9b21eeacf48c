// Pages of unit tests are never idle: they load what the test asks for, not what may come next.
if (globalThis.window) {
  window.requestIdleCallback ??= () => 0
  window.cancelIdleCallback ??= () => undefined
}
