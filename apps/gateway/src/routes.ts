import { queryWallets, type WalletListing } from '@latchkey/core/walletList'
import { toJsonAnswer } from './http/answer.js'
import { GatewayFault } from './http/GatewayFault.js'
import type { Route } from './http/route.js'
import { answerImage } from './images/answerImage.js'
import { parseWalletQuery } from './wallets/parseWalletQuery.js'

export type RouteOptions = {
  readonly wallets: readonly WalletListing[]
  readonly imagesFolder: string | undefined
}

/** The wallet list and images. [S7.27] */
export function createRoutes({ wallets, imagesFolder }: RouteOptions): readonly Route[] {
  const names = new Map(wallets.flatMap(({ id, image_id, name }) => [[image_id ?? id, name] as const]))
  const get = (path: string, answer: Route['answer']): Route => ({ method: 'GET', path, answer })
  return [
    get('/getWallets', ({ query }) => toJsonAnswer(queryWallets(wallets, parseWalletQuery(query)), { maxAge: 300 })),
    get('/getWalletImage/{id}', ({ path: { id: name = '' } }) =>
      answerImage(imagesFolder, { kind: 'wallets', name, title: names.get(name) }),
    ),
    get('/public/getAssetImage/{id}', ({ path: { id: name = '' } }) =>
      answerImage(imagesFolder, { kind: 'assets', name }),
    ),
    get('/public/getTokenImage/{symbol}', ({ path: { symbol: name = '' } }) => {
      if (!/^[\w.$-]{1,20}$/.test(name))
        throw new GatewayFault('That is no symbol of a token.', { status: 400, code: 'BAD_REQUEST' })
      return answerImage(imagesFolder, { kind: 'tokens', name: name.toLowerCase(), title: name })
    }),
    get('/public/getCurrencyImage/{code}', ({ path: { code: name = '' } }) => {
      if (!/^[a-z]{3}$/i.test(name))
        throw new GatewayFault('That is no code of ISO 4217.', { status: 400, code: 'BAD_REQUEST' })
      return answerImage(imagesFolder, { kind: 'currencies', name: name.toLowerCase(), title: name })
    }),
  ]
}
