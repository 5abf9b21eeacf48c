import { expect, test } from 'vitest'
import type { WalletListing } from '../controllers/wallets/state.js'
import { parseWalletListing, toWalletListing, type WalletRow } from './listings.js'
import { walletRows } from './walletRows.generated.js'
import source from './wallets.json' with { type: 'json' }

const wallets: readonly WalletListing[] = source as readonly WalletListing[]

const letters: { readonly [namespace: string]: string } = {
  eip155: 'e',
  solana: 's',
  bip122: 'b',
  polkadot: 'p',
  cosmos: 'c',
}
const starts = {
  https: 'https://',
  app: 'https://apps.apple.com/app/id',
  play: 'https://play.google.com/store/apps/details?id=',
  chrome: 'https://chromewebstore.google.com/detail/',
}

function toWalletRow(wallet: WalletListing): WalletRow {
  const { id, name, chains, homepage, mobile_link, link_mode, desktop_link, webapp_link, rdns } = wallet
  const cut = (text = '', start = ''): string => text.slice(start.length)
  const own = (text = ''): string => (text === id ? '=' : text)
  const fields = [
    chains ? chains.map((chain) => letters[chain.split(':')[0] ?? '']).join('') : '-',
    cut(homepage, starts.https),
    cut(mobile_link),
    cut(link_mode, starts.https),
    cut(desktop_link),
    cut(webapp_link, starts.https),
    own(rdns),
    cut(wallet.app_store, starts.app),
    own(cut(wallet.play_store, starts.play)),
    cut(wallet.chrome_store, starts.chrome),
  ]
  const known = fields.slice(0, fields.findLastIndex((field) => field !== '' && field !== '-') + 1)
  return [id, name, ...known] as readonly string[] as WalletRow
}

// wallets.json is the source, based on the catalog of thirdweb 5.121.6 (Apache-2.0). Wallets with known chains come
// first. `vitest run walletRows -u` updates the compact form after a change.
test('the compact form matches wallets.json', async () => {
  const lines = wallets.map((wallet) => `  ${JSON.stringify(toWalletRow(wallet))},\n`)
  const text = [
    "import type { WalletRow } from './listings.js'\n\n",
    '/** Wallets after the catalogue of thirdweb (Apache-2.0). Written by walletRows.test.ts out of wallets.json. */\n',
    `export const walletRows: readonly WalletRow[] = [\n${lines.join('')}]\n`,
  ].join('')
  await expect(text).toMatchFileSnapshot('./walletRows.generated.ts')
})

test('the compact form loses nothing', () => {
  expect(walletRows.map(toWalletListing)).toEqual(wallets.map((wallet) => ({ ...wallet, image_id: wallet.id })))
})

test('has more than 300 wallets, each of which is a valid listing', () => {
  expect(wallets.length).toBeGreaterThan(300)
  for (const wallet of wallets) expect(parseWalletListing(wallet)).toEqual(wallet)
})

test.each(['id', 'rdns', 'link_mode', 'webapp_link', 'app_store', 'play_store', 'chrome_store'] as const)(
  'no two wallets share their %s',
  (field) => {
    const values = wallets.flatMap((wallet) => wallet[field] ?? [])
    expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([])
  },
)

test('no two wallets share a scheme, and none uses wc or https', () => {
  const schemes = wallets.flatMap(({ mobile_link }) => mobile_link?.split('://')[0]?.toLowerCase() ?? [])
  expect(schemes.filter((scheme, index) => schemes.indexOf(scheme) !== index)).toEqual([])
  expect(schemes).not.toContain('wc')
  expect(schemes).not.toContain('https')
})

test('every wallet has a link, a store page or an rdns', () => {
  const unreachable = wallets.filter(
    ({ mobile_link, link_mode, desktop_link, webapp_link, app_store, play_store, chrome_store, rdns }) =>
      ![mobile_link, link_mode, desktop_link, webapp_link, app_store, play_store, chrome_store, rdns].some(Boolean),
  )
  expect(unreachable).toEqual([])
})

test('wallets with known chains come first, in consecutive order', () => {
  const known = wallets.filter(({ chains }) => chains)
  expect(known.map(({ order }) => order)).toEqual(known.map((_, index) => index))
  expect(wallets.slice(0, known.length)).toEqual(known)
})

test('the list takes less than 24 KiB gzipped', async () => {
  const zipped = new Blob([JSON.stringify(walletRows)]).stream().pipeThrough(new CompressionStream('gzip'))
  expect((await new Response(zipped).arrayBuffer()).byteLength).toBeLessThan(24 * 1_024)
})
