import type { AdminOrders } from '@latchkey/gateway/admin'
import { type ReactElement, useState } from 'react'
import { Select } from '../fields.js'
import { toShort, toTime } from '../format.js'
import { useLoaded, usePages } from '../hooks.js'
import { Card, Copy, Empty, Failure, LoadedView, More, NeedsService, Page, Tag, type Tone } from '../parts.js'

const states = ['created', 'paid', 'funded', 'failed'] as const
type State = (typeof states)[number]
const tones: Readonly<Record<State, Tone>> = { created: 'plain', paid: 'accent', funded: 'good', failed: 'bad' }

export function OrdersPage(): ReactElement {
  const [state, setState] = useState('')
  const query = { state, limit: 50 }
  const first = useLoaded(`orders ${state}`, (client, signal) =>
    client.gateway<AdminOrders>('GET', '/orders', { query, signal }),
  )
  return (
    <Page title="Orders" text="Purchases of your users at on-ramp providers.">
      <NeedsService service="gateway">
        <Card>
          <div className="filters">
            <Select
              label="State"
              value={state}
              onChange={(event) => setState(event.target.value)}
              options={[['', 'All'], ...states.map((one) => [one, one] as const)]}
            />
          </div>
          <LoadedView from={first} rows={5}>
            {(page) =>
              page.orders.length === 0 ? (
                <Empty icon="orders" title="No orders" text="Purchases appear here when a user starts one." />
              ) : (
                <Orders key={`${state} ${page.orders[0]?.id}`} first={page} query={query} />
              )
            }
          </LoadedView>
        </Card>
      </NeedsService>
    </Page>
  )
}

type Query = { readonly state: string; readonly limit: number }

function Orders({ first, query }: { readonly first: AdminOrders; readonly query: Query }): ReactElement {
  const { pages, last, isBusy, error, more } = usePages(first, (client, { next }) =>
    client.gateway<AdminOrders>('GET', '/orders', { query: { ...query, before: next ?? undefined } }),
  )
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards have to scroll it */}
      <section className="table" aria-label="Orders" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Created</th>
              <th scope="col">Amount</th>
              <th scope="col">Payment</th>
              <th scope="col">State</th>
              <th scope="col">Recipient</th>
              <th scope="col">Project</th>
              <th scope="col">Provider</th>
            </tr>
          </thead>
          <tbody>
            {pages
              .flatMap(({ orders }) => orders)
              .map((order) => (
                <tr key={order.id}>
                  <td className="nowrap">{toTime(order.createdAt)}</td>
                  <td className="nowrap">
                    {order.amount} {order.symbol}
                  </td>
                  <td className="nowrap">
                    {order.payment.amount} {order.payment.currency}
                  </td>
                  <td>
                    <Tag tone={tones[order.state]}>{order.state}</Tag>
                  </td>
                  <td>
                    <Copy text={order.address} shown={toShort(order.address)} />
                  </td>
                  <td>{order.project || '–'}</td>
                  <td>{order.provider}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
      <Failure error={error} />
      {last.next !== null && <More isBusy={isBusy} onClick={more} />}
    </>
  )
}
