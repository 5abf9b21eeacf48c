declare global {
  interface Window {
    /** The wallets' responses. */
    benchWallet: { chainId: string; hanging: string[]; delay: number; announce(index: number): void }
  }
}

export type WalletOptions = { readonly count: number; readonly icon: string }

/**
 * Runs in the page before its own scripts: adds wallets that announce themselves (EIP-6963) and respond at once.
 * Lightweight, so that it doesn't affect the measurements. Can't refer to anything outside itself, since only its source
 * reaches the page.
 */
export function installWallet({ count, icon }: WalletOptions): void {
  const toDetail = (index: number): object =>
    Object.freeze({
      info: Object.freeze({ uuid: `bench-${index}`, name: `Wallet ${index}`, icon, rdns: `example.wallet${index}` }),
      // providers are distinguished by identity
      provider: { ...provider },
    })
  const send = (detail: object): void =>
    void window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  const wallet = {
    chainId: '0x1',
    hanging: [] as string[],
    delay: 0,
    announce: (index: number) => send(toDetail(index)),
  }
  window.benchWallet = wallet
  const answers: Readonly<Record<string, () => unknown>> = {
    eth_requestAccounts: () => ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
    eth_accounts: () => [],
    eth_chainId: () => wallet.chainId,
  }
  const provider = {
    request({ method }: { readonly method: string }): Promise<unknown> {
      if (wallet.hanging.includes(method)) return new Promise(() => undefined)
      const answer = answers[method]?.() ?? null
      return wallet.delay > 0 ? new Promise((done) => setTimeout(done, wallet.delay, answer)) : Promise.resolve(answer)
    },
    on: () => undefined,
    removeListener: () => undefined,
  }
  const details = Array.from({ length: count }, (_, index) => toDetail(index))
  const announce = (): void => details.forEach(send)
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
