import '@latchkey/ui-react/styles.css'
import './style.css'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import type { ReactElement, ReactNode } from 'react'
import { Header } from './Header'
import { Providers } from './Providers'

export const metadata: Metadata = { title: 'Latchkey in Next', icons: 'data:,' }

/** Reads the user's cookie, so that the server renders the account. */
export default async function Layout({ children }: { readonly children: ReactNode }): Promise<ReactElement> {
  const cookie = (await headers()).get('cookie')
  return (
    <html lang="en">
      <body>
        <Providers cookie={cookie}>
          <Header />
          <main>{children}</main>
        </Providers>
      </body>
    </html>
  )
}
