import type { Page } from '@playwright/test'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

export type Grant = {
  /** Of the app that gets the permission. */
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly expires: number
}

/**
 * Grants an app a permission at the gateway, as that app does it: the first account of the page's Dev wallet signs it.
 */
export async function grantSession(page: Page, { name, expires }: Grant): Promise<void> {
  const [key] = JSON.parse(await page.evaluate(() => localStorage.getItem('dev-wallet/keys') ?? '[]')) as Hex[]
  if (!key) throw new Error('The Dev wallet has no key.')
  const account = privateKeyToAccount(key)
  const caipAddress = `eip155:31337:${account.address.toLowerCase()}`
  const { pci } = await post(`/v1/sessions/${caipAddress}`, {
    project: { id: name, name, url: 'https://app.example' },
    signer: { type: 'key', data: { id: '0x1' } },
    permissions: [{ type: 'native-token-transfer', data: { allowance: '0x1' } }],
    expiry: Math.floor(expires / 1_000),
  })
  const signature = await account.signMessage({ message: `Activate session ${pci} of ${caipAddress}` })
  await post(`/v1/sessions/${caipAddress}/activate`, { pci, signature, context: '0x' })
}

async function post(path: string, body: object): Promise<{ readonly pci?: string }> {
  const url = `${process.env['WALLETS_URL'] ?? ''}${path}`
  const reply = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as { readonly pci?: string }
}
