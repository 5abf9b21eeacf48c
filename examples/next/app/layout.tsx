import '@latchkey/ui-react/styles.css'
import './style.css'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { type ReactElement, type ReactNode, Suspense } from 'react'
import { Header } from './Header'
import { Providers } from './Providers'

export const metadata: Metadata = { title: 'Latchkey in Next', icons: 'data:,' }

export type LayoutProps = { readonly children: ReactNode }

/** The page's frame. What depends on the request is in `Suspense`: with `cacheComponents`, Next prerenders the rest. */
export default function Layout({ children }: LayoutProps): ReactElement {
  return (
    <html lang="en">
      <body>
        <Suspense>
          <Wallet>
            <Header />
            <main>{children}</main>
          </Wallet>
        </Suspense>
      </body>
    </html>
  )
}

/** Reads the user's cookie, so that the server renders the account. */
async function Wallet({ children }: LayoutProps): Promise<ReactElement> {
  return <Providers cookie={(await headers()).get('cookie')}>{children}</Providers>
}
