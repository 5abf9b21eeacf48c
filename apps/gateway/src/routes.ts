import { queryWallets, type WalletListing } from '@latchkey/core/walletList'
import { type Answer, toJsonAnswer } from './http/answer.js'
import { GatewayFault } from './http/GatewayFault.js'
import { answerImage } from './images/answerImage.js'
import { parseWalletQuery } from './wallets/parseWalletQuery.js'

/** Answers `path`, of which `name` is the part after the last slash, decoded. */
export type Route = (question: { readonly name: string; readonly params: URLSearchParams }) => Answer | Promise<Answer>

export type RouteOptions = {
  readonly wallets: readonly WalletListing[]
  readonly imagesFolder: string | undefined
}

/** By path; one that ends with a slash takes a name behind it. [S7.27] */
export function createRoutes({ wallets, imagesFolder }: RouteOptions): Readonly<Record<string, Route>> {
  const names = new Map(wallets.flatMap(({ id, image_id, name }) => [[image_id ?? id, name] as const]))
  return {
    '/health': () => toJsonAnswer({ ok: true }),
    '/getWallets': ({ params }) => toJsonAnswer(queryWallets(wallets, parseWalletQuery(params)), { maxAge: 300 }),
    '/getWalletImage/': ({ name }) => answerImage(imagesFolder, { kind: 'wallets', name, title: names.get(name) }),
    '/public/getAssetImage/': ({ name }) => answerImage(imagesFolder, { kind: 'assets', name }),
    '/public/getTokenImage/': ({ name }) => {
      if (!/^[\w.$-]{1,20}$/.test(name))
        throw new GatewayFault('That is no symbol of a token.', { status: 400, code: 'BAD_REQUEST' })
      return answerImage(imagesFolder, { kind: 'tokens', name: name.toLowerCase(), title: name })
    },
    '/public/getCurrencyImage/': ({ name }) => {
      if (!/^[a-z]{3}$/i.test(name))
        throw new GatewayFault('That is no code of ISO 4217.', { status: 400, code: 'BAD_REQUEST' })
      return answerImage(imagesFolder, { kind: 'currencies', name: name.toLowerCase(), title: name })
    },
  }
}
