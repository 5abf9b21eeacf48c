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
import { expect, test } from 'vitest'
import { createWalletList } from './createWalletList.js'
import { walletMarks } from './walletMarks.generated.js'

/** Logos by wallet id. */
const marks: { readonly [id: string]: string } = {
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
}

function toSvg(mark: string): string {
  return mark.replace(' class="web3icons"', '').replace(/>\s+</g, '><').trim()
}

// `vitest run walletMarks -u` updates the file, e.g. after an update of @web3icons/core
test('the marks of wallets are those of @web3icons/core', async () => {
  const lines = Object.entries(marks).map(([id, mark]) => `  '${id}': '${toSvg(mark)}',\n`)
  const text = `/** Marks of wallets by id, from @web3icons/core (MIT). Written by walletMarks.test.ts. */\nexport const walletMarks: { readonly [id: string]: string | undefined } = {\n${lines.join('')}}\n`
  await expect(text).toMatchFileSnapshot('./walletMarks.generated.ts')
})

test('each is of a wallet of the list', () => {
  const ids = createWalletList().map(({ id }) => id)
  expect(Object.keys(walletMarks).filter((id) => !ids.includes(id))).toEqual([])
})

test.each(Object.entries(walletMarks))(
  'that of %s is a picture without scripts and without other hosts',
  (_, mark = '') => {
    expect(mark).toMatch(/^<svg [^>]*viewBox/)
    expect(mark.replaceAll(/xmlns(:xlink)?="http:\/\/www\.w3\.org\/[^"]*"/g, '')).not.toMatch(
      /<script|\bon\w+=|http|<image|<foreignObject/i,
    )
  },
)
