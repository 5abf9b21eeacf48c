import oneInch from '@web3icons/core/svgs/exchanges/background/1inch.svg.js'
import binance from '@web3icons/core/svgs/exchanges/background/binance.svg.js'
import bitget from '@web3icons/core/svgs/exchanges/background/bitget.svg.js'
import bybit from '@web3icons/core/svgs/exchanges/background/bybit.svg.js'
import cryptoCom from '@web3icons/core/svgs/exchanges/background/crypto-com.svg.js'
import kucoin from '@web3icons/core/svgs/exchanges/background/kucoin.svg.js'
import paribu from '@web3icons/core/svgs/exchanges/background/paribu.svg.js'
import uniswap from '@web3icons/core/svgs/exchanges/background/uniswap.svg.js'
import kaia from '@web3icons/core/svgs/networks/background/kaia.svg.js'
import robinhood from '@web3icons/core/svgs/networks/background/robinhood.svg.js'
import status from '@web3icons/core/svgs/networks/background/status.svg.js'
import alephium from '@web3icons/core/svgs/tokens/background/ALPH.svg.js'
import concordium from '@web3icons/core/svgs/tokens/background/CCD.svg.js'
import jupiter from '@web3icons/core/svgs/tokens/background/JUP.svg.js'
import mathWallet from '@web3icons/core/svgs/tokens/background/MATH.svg.js'
import safePal from '@web3icons/core/svgs/tokens/background/SFP.svg.js'
import alphaWallet from '@web3icons/core/svgs/wallets/background/alpha-wallet.svg.js'
import argent from '@web3icons/core/svgs/wallets/background/argent.svg.js'
import atomic from '@web3icons/core/svgs/wallets/background/atomic.svg.js'
import backpack from '@web3icons/core/svgs/wallets/background/backpack.svg.js'
import clave from '@web3icons/core/svgs/wallets/background/clave.svg.js'
import coin98 from '@web3icons/core/svgs/wallets/background/coin98.svg.js'
import coinbase from '@web3icons/core/svgs/wallets/background/coinbase.svg.js'
import enkrypt from '@web3icons/core/svgs/wallets/background/enkrypt.svg.js'
import exodus from '@web3icons/core/svgs/wallets/background/exodus.svg.js'
import imtoken from '@web3icons/core/svgs/wallets/background/imtoken.svg.js'
import keplr from '@web3icons/core/svgs/wallets/background/keplr.svg.js'
import kraken from '@web3icons/core/svgs/wallets/background/kraken.svg.js'
import ledger from '@web3icons/core/svgs/wallets/background/ledger.svg.js'
import metamask from '@web3icons/core/svgs/wallets/background/metamask.svg.js'
import myEtherWallet from '@web3icons/core/svgs/wallets/background/my-ether-wallet.svg.js'
import obvious from '@web3icons/core/svgs/wallets/background/obvious.svg.js'
import okx from '@web3icons/core/svgs/wallets/background/okx.svg.js'
import phantom from '@web3icons/core/svgs/wallets/background/phantom.svg.js'
import pillar from '@web3icons/core/svgs/wallets/background/pillar.svg.js'
import rabby from '@web3icons/core/svgs/wallets/background/rabby.svg.js'
import rainbow from '@web3icons/core/svgs/wallets/background/rainbow.svg.js'
import ronin from '@web3icons/core/svgs/wallets/background/ronin.svg.js'
import safe from '@web3icons/core/svgs/wallets/background/safe.svg.js'
import sequence from '@web3icons/core/svgs/wallets/background/sequence.svg.js'
import tokenPocket from '@web3icons/core/svgs/wallets/background/token-pocket.svg.js'
import trezor from '@web3icons/core/svgs/wallets/background/trezor.svg.js'
import trust from '@web3icons/core/svgs/wallets/background/trust.svg.js'
import wallet3 from '@web3icons/core/svgs/wallets/background/wallet-3.svg.js'
import zengo from '@web3icons/core/svgs/wallets/background/zengo.svg.js'
import zerion from '@web3icons/core/svgs/wallets/background/zerion.svg.js'
import { describe, expect, test } from 'vitest'
import { createWalletList } from '../walletList/createWalletList.js'
import { mainNetworkMarks } from './mainNetworkMarks.generated.js'
import { networkMarks } from './networkMarks.generated.js'
import { networks } from './networks.js'
import { tokenMarks } from './tokenMarks.generated.js'
import { nativeCurrencies, tokenContracts } from './tokens.js'
import { walletMarks } from './walletMarks.generated.js'

/** Logos by wallet id. Exchanges and chains with a wallet under their own name have one logo for both. */
const wallets: { readonly [id: string]: string } = {
  'io.metamask': metamask,
  'com.trustwallet.app': trust,
  'com.okex.wallet': okx,
  'me.rainbow': rainbow,
  'com.ledger': ledger,
  'io.zerion.wallet': zerion,
  'io.rabby': rabby,
  'global.safe': safe,
  'pro.tokenpocket': tokenPocket,
  'im.token': imtoken,
  'com.exodus': exodus,
  'app.backpack': backpack,
  'com.kraken': kraken,
  'app.phantom': phantom,
  'com.coinbase.wallet': coinbase,
  'xyz.argent': argent,
  'app.keplr': keplr,
  'com.enkrypt': enkrypt,
  'com.mewwallet': myEtherWallet,
  'io.trezor': trezor,
  'io.atomicwallet': atomic,
  'com.coin98': coin98,
  'com.zengo': zengo,
  'com.roninchain.wallet': ronin,
  'xyz.sequence': sequence,
  'com.alphawallet': alphaWallet,
  'io.getclave': clave,
  'fi.pillar': pillar,
  'io.wallet3': wallet3,
  'technology.obvious': obvious,
  'com.binance.wallet': binance,
  'com.bitget.web3': bitget,
  'com.bybit': bybit,
  'com.concordium.wallet': concordium,
  'com.crypto.wallet': cryptoCom,
  'com.kucoin': kucoin,
  'com.paribu': paribu,
  'com.robinhood.wallet': robinhood,
  'com.safepal': safePal,
  'io.1inch.wallet': oneInch,
  'io.kaiawallet': kaia,
  'org.alephium': alephium,
  'org.mathwallet': mathWallet,
  'org.uniswap': uniswap,
  'ag.jup': jupiter,
  'app.status': status,
}

const unique = (names: readonly (string | undefined)[]): readonly string[] =>
  [...new Set(names.flatMap((name) => name ?? []))].toSorted()
/** The marks that come first: the networks that most people use. */
const mainNames = 'arbitrum-one avalanche base binance-smart-chain bitcoin ethereum optimism polygon solana'.split(' ')
const networkNames = unique(Object.values(networks)).filter((name) => !mainNames.includes(name))
const tokenNames = unique([
  ...Object.values(nativeCurrencies),
  ...Object.values(tokenContracts).flatMap((contracts) => Object.values(contracts ?? {})),
])

/** Reads marks of @web3icons/core by name. */
async function readMarks(
  kind: 'networks' | 'tokens',
  names: readonly string[],
): Promise<readonly (readonly [name: string, mark: string])[]> {
  return Promise.all(
    names.map(async (name) => {
      const path = `@web3icons/core/svgs/${kind}/background/${name}.svg.js`
      const { default: mark } = (await import(/* @vite-ignore */ path)) as { readonly default: string }
      return [name, mark] as const
    }),
  )
}

const note = 'from @web3icons/core (MIT). Written by marks.test.ts. */'
const toLine = ([name, mark]: readonly [string, string]): string => {
  const svg = mark.replace(' class="web3icons"', '').replace(/>\s+</g, '><').trim()
  return `  ${/^[a-z]\w*$/i.test(name) ? name : `'${name}'`}: '${svg}',\n`
}

/** A module with marks whose names are a type. */
function toModule(
  { about, type, value }: { readonly about: string; readonly type: string; readonly value: string },
  marks: readonly (readonly [string, string])[],
): string {
  const names = marks.map(([name]) => `  | '${name}'\n`).join('')
  return `/** ${about}, ${note}\nexport const ${value}: { readonly [mark in ${type}]: string } = {\n${marks.map(toLine).join('')}}\n\nexport type ${type} =\n${names}`
}

// `vitest run packages/core/src/marks -u` writes the files, e.g. after an update of @web3icons/core
describe('the generated marks match @web3icons/core:', () => {
  test('wallets', async () => {
    const lines = Object.entries(wallets).map(toLine)
    const text = `/** Marks of wallets by id, ${note}\nexport const walletMarks: { readonly [id: string]: string | undefined } = {\n${lines.join('')}}\n`
    await expect(text).toMatchFileSnapshot('./walletMarks.generated.ts')
  })

  test('the networks that most people use', async () => {
    const kind = {
      about: 'Marks of the networks that most people use',
      type: 'MainNetworkMark',
      value: 'mainNetworkMarks',
    }
    const text = toModule(kind, await readMarks('networks', mainNames))
    await expect(text).toMatchFileSnapshot('./mainNetworkMarks.generated.ts')
  })

  test('other networks', async () => {
    const kind = { about: 'Marks of other networks', type: 'NetworkMark', value: 'networkMarks' }
    const text = toModule(kind, await readMarks('networks', networkNames))
    await expect(text).toMatchFileSnapshot('./networkMarks.generated.ts')
  })

  test('tokens', async () => {
    const kind = { about: 'Marks of tokens', type: 'TokenMark', value: 'tokenMarks' }
    const text = toModule(kind, await readMarks('tokens', tokenNames))
    await expect(text).toMatchFileSnapshot('./tokenMarks.generated.ts')
  })
})

test('every wallet mark belongs to a wallet in the list', () => {
  const ids = createWalletList().map(({ id }) => id)
  expect(Object.keys(walletMarks).filter((id) => !ids.includes(id))).toEqual([])
})

test('at least 34 of the 60 most used wallets have a mark', () => {
  const popular = createWalletList()
    .slice(0, 60)
    .filter(({ id }) => walletMarks[id] !== undefined)
  expect(popular.length).toBeGreaterThanOrEqual(34)
})

test.each(Object.entries({ ...walletMarks, ...mainNetworkMarks, ...networkMarks, ...tokenMarks }))(
  'the mark of %s is an SVG without scripts or external resources',
  (_, mark = '') => {
    expect(mark).toMatch(/^<svg [^>]*viewBox/)
    expect(mark.replaceAll(/xmlns(:xlink)?="http:\/\/www\.w3\.org\/[^"]*"/g, '')).not.toMatch(
      /<script|\bon\w+=|http|<image|<foreignObject/i,
    )
  },
)
