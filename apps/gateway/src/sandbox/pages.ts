import { formatUnits } from 'viem'
import type { Order } from '../onramp/orders.js'
import type { Delivery } from './journal.js'

type Payment = {
  readonly sealed: string
  readonly order: Order
  /** Why the payment failed. */
  readonly error?: string | undefined
}

/** Renders the payment form of an order. */
export function renderPayment({ sealed, order, error }: Payment): Page {
  const { payment, symbol, address, network } = order
  const rows = [
    ['You pay', `${toNumber(payment.amount)} ${payment.currency}`],
    ['You receive', toAmount(order)],
    ['Network', network],
    ['To', address],
  ].map(([name = '', value = '']) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
  const more = `<dl>${rows.join('')}</dl>
<form method="post" action="/pay">
<input type="hidden" name="order" value="${escapeHtml(sealed)}">
${error === undefined ? '' : `<p role="alert">${escapeHtml(error)}</p>`}
<label for="card">Card number</label>
<input id="card" name="card" inputmode="numeric" autocomplete="off" required value="4242 4242 4242 4242" aria-describedby="hint">
<p id="hint" class="note">Use 4242 4242 4242 4242 to pay, or 4000 0000 0000 0002 to be declined.</p>
<button name="confirm" value="1">Pay</button>
</form>`
  const status = error === undefined ? 200 : 402
  return renderMessage({
    status,
    title: `Buy ${symbol}`,
    text: 'Check the amount and the address before you pay.',
    more,
  })
}

/** Renders the status of a paid order. */
export function renderResult({ order, status, hash }: Delivery): Page {
  const amount = toAmount(order)
  const transaction = hash === undefined ? '' : `<p>Transaction</p><p><code>${escapeHtml(hash)}</code></p>`
  // the order is delivered, whether this page is open or not
  const more = `${transaction}<p><b>You can close this window.</b></p>`
  if (status === 'funded')
    return renderMessage({ status: 200, title: 'Paid', text: `${amount} was sent to your wallet.`, more })
  if (status === 'failed') {
    const text = `${amount} couldn't be sent. You weren't charged.`
    return renderMessage({ status: 200, title: 'Not delivered', text, more })
  }
  const text = `${amount} is on its way to your wallet.`
  return renderMessage({ status: 200, title: 'Payment received', text, more, refresh: 1 })
}

export type Page = {
  readonly status: number
  /** Default: HTML. */
  readonly type?: string | undefined
  readonly text: string
  readonly location?: string | undefined
  /** Seconds until the page reloads. */
  readonly refresh?: number | undefined
}

type Message = {
  readonly status: number
  readonly title: string
  readonly text: string
  /** HTML after the text. */
  readonly more?: string | undefined
  readonly refresh?: number | undefined
}

/** Renders a page of the sandbox. */
export function renderMessage({ status, title, text, more = '', refresh }: Message): Page {
  return {
    status,
    refresh,
    text: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Sandbox</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<main>
<p class="note">Sandbox: you won't be charged.</p>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${more}
</main>
</body>
</html>
`,
  }
}

/** The amount that is bought, with its symbol. */
function toAmount({ amount, decimals, symbol }: Order): string {
  return `${toNumber(formatUnits(BigInt(amount), decimals))} ${symbol}`
}

/** Groups the digits of a decimal text. */
function toNumber(amount: string): string {
  const format = new Intl.NumberFormat('en', { maximumFractionDigits: 18 })
  // as a string: a number would lose digits
  return format.format(amount as `${number}`)
}

const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }

/** Escapes text for HTML content and attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&${entities[character]};`)
}

/** Stylesheet of the pages. */
export const stylesheet = `:root { color-scheme: light dark; --ink: light-dark(#16181d, #f2f3f5); --paper: light-dark(#ffffff, #16181d);
  --line: light-dark(#d5d8de, #3a3e47); --quiet: light-dark(#555b66, #a9afba); --accent: #3355dd; --fault: light-dark(#b3261e, #ff8a80); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-inline-size: 28rem; margin-inline: auto; padding: 2rem 1.25rem; }
h1 { font-size: 1.5rem; margin-block: 0.5rem; }
.note { color: var(--quiet); font-size: 0.875rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.5rem 1rem; padding-block: 1rem; border-block: 1px solid var(--line); }
dt { color: var(--quiet); }
dd { margin: 0; text-align: end; overflow-wrap: anywhere; }
code { overflow-wrap: anywhere; }
label { display: block; margin-block: 1rem 0.25rem; }
input { inline-size: 100%; padding: 0.75rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 0.75rem; }
button { inline-size: 100%; padding: 0.875rem; font: inherit; font-weight: 600; color: #fff; background: var(--accent); border: 0; border-radius: 0.75rem; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
[role='alert'] { color: var(--fault); }
`
