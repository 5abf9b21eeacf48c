/** Sets `target.ethereum` and says so, as wallets did before EIP-6963. Returns its undoing. */
export function injectProvider(target: EventTarget, provider: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(target, 'ethereum')
  Object.defineProperty(target, 'ethereum', { value: provider, configurable: true, enumerable: true, writable: true })
  target.dispatchEvent(new Event('ethereum#initialized'))
  return () => {
    // another wallet may have come over this one: then there is nothing of ours to undo
    if (Reflect.get(target, 'ethereum') !== provider) return
    if (before) Object.defineProperty(target, 'ethereum', before)
    else Reflect.deleteProperty(target, 'ethereum')
  }
}
