declare global {
  interface Window {
    /** The wallets' responses. */
    benchWallet: { chainId: string; hanging: string[] }
  }
}

export type WalletOptions = { readonly count: number; readonly icon: string }

/**
 * Runs in the page before its own scripts: adds wallets that announce themselves (EIP-6963) and respond at once.
 * Lightweight, so that the modal is what is measured. Can't refer to anything outside itself, since only its source
 * reaches the page.
 */
export function installWallet({ count, icon }: WalletOptions): void {
  const wallet = { chainId: '0x1', hanging: [] as string[] }
  window.benchWallet = wallet
  const answers: Readonly<Record<string, () => unknown>> = {
    eth_requestAccounts: () => ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
    eth_accounts: () => [],
    eth_chainId: () => wallet.chainId,
  }
  const provider = {
    request({ method }: { readonly method: string }): Promise<unknown> {
      if (wallet.hanging.includes(method)) return new Promise(() => undefined)
      return Promise.resolve(answers[method]?.() ?? null)
    },
    on: () => undefined,
    removeListener: () => undefined,
  }
  const details = Array.from({ length: count }, (_, index) =>
    Object.freeze({
      info: Object.freeze({ uuid: `bench-${index}`, name: `Wallet ${index}`, icon, rdns: `example.wallet${index}` }),
      // providers are told apart by identity
      provider: { ...provider },
    }),
  )
  const announce = (): void => {
    for (const detail of details) window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
