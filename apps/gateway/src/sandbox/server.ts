import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Order } from '../onramp/orders.js'
import { parseSignedOrder } from '../onramp/signing.js'
import type { OrderProcessor } from './orders.js'
import { type Page, renderMessage, renderPayment, renderResult, stylesheet } from './pages.js'

/** Bytes of a form. */
const maxFormBytes = 10_000

/** Parses the fields of a form; none if it is too large. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > maxFormBytes) return new URLSearchParams()
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

type SandboxOptions = {
  readonly orders: OrderProcessor
  readonly secret: string
  readonly now: () => number
}

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Numbers of test cards. */
const cards = { good: '4242424242424242', declined: '4000000000000002' } as const

/** Serves the provider's pages: payment and status. */
export function serveSandbox({
  orders,
  secret,
  now,
}: SandboxOptions): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const answerPay = (sealed: string, order: Order): Page =>
    order.expires > now()
      ? renderPayment({ sealed, order })
      : renderMessage({
          status: 410,
          title: 'Expired',
          text: 'This order has expired. Start again in the app.',
        })

  const answer = async (request: IncomingMessage, { pathname, searchParams }: URL): Promise<Page> => {
    if (request.method === 'GET' && pathname === '/health')
      return { status: 200, type: 'application/json', text: '{"ok":true}' }
    if (request.method === 'GET' && pathname === '/style.css')
      return { status: 200, type: 'text/css', text: stylesheet }
    const form = request.method === 'POST' && pathname === '/pay' ? await readForm(request) : undefined
    const sealed = (form ?? searchParams).get('order') ?? ''
    const order = parseSignedOrder(sealed, secret)
    if (!order) return renderMessage({ status: 404, title: 'Not found', text: 'Order not found.' })
    if (pathname === '/result' && request.method === 'GET') {
      const delivery = await orders.find(order.id)
      return delivery ? renderResult(delivery) : answerPay(sealed, order)
    }
    if (pathname !== '/pay') return renderMessage({ status: 404, title: 'Not found', text: 'Page not found.' })
    const seeOther: Page = { status: 303, text: '', location: `/result?order=${encodeURIComponent(sealed)}` }
    if (await orders.find(order.id)) return seeOther
    if (!form || order.expires <= now()) return answerPay(sealed, order)
    const isForeign = request.headers['sec-fetch-site'] === 'cross-site'
    if (isForeign)
      return renderMessage({ status: 403, title: 'Not here', text: 'Payments can only be made on this page.' })
    const digits = (form.get('card') ?? '').replace(/\D/g, '')
    if (digits === cards.declined) return renderPayment({ sealed, order, error: 'The card was declined.' })
    if (digits !== cards.good) return renderPayment({ sealed, order, error: 'Use one of the test cards.' })
    await orders.pay(order)
    return seeOther
  }

  return async (request, response) => {
    const url = URL.canParse(request.url ?? '', 'http://sandbox')
      ? new URL(request.url ?? '', 'http://sandbox')
      : undefined
    const page = url
      ? await answer(request, url)
      : renderMessage({ status: 400, title: 'Not found', text: 'Invalid address.' })
    request.resume()
    response.writeHead(page.status, {
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'content-type': `${page.type ?? 'text/html'}; charset=utf-8`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...(page.location !== undefined && { location: page.location }),
      ...(page.refresh !== undefined && { refresh: String(page.refresh) }),
    })
    response.end(request.method === 'HEAD' ? undefined : page.text)
  }
}
