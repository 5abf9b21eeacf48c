import { formatUnits } from 'viem'
import type { Order } from '../onramp/orders.js'
import { escapeHtml } from './escapeHtml.js'
import { type Page, renderMessage } from './renderMessage.js'

export type Payment = {
  readonly sealed: string
  readonly order: Order
  /** Why it was not paid. */
  readonly fault?: string | undefined
}

/** The form by which an order is paid. */
export function renderPayment({ sealed, order, fault }: Payment): Page {
  const { payment, symbol, decimals, address, network } = order
  const rows = [
    ['You pay', `${payment.amount} ${payment.currency}`],
    ['You get', `${formatUnits(BigInt(order.amount), decimals)} ${symbol}`],
    ['Network', network],
    ['To', address],
  ].map(([name = '', value = '']) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
  const more = `<dl>${rows.join('')}</dl>
<form method="post" action="/pay">
<input type="hidden" name="order" value="${escapeHtml(sealed)}">
${fault === undefined ? '' : `<p role="alert">${escapeHtml(fault)}</p>`}
<label for="card">Card number</label>
<input id="card" name="card" inputmode="numeric" autocomplete="off" required value="4242 4242 4242 4242" aria-describedby="hint">
<p id="hint" class="note">4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined.</p>
<button name="confirm" value="1">Pay</button>
</form>`
  const status = fault === undefined ? 200 : 402
  return renderMessage({ status, title: `Buy ${symbol}`, text: 'Check what you buy, and who gets it.', more })
}
