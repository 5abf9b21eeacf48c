import { Account } from './Account'
import { Header } from './Header'

export default function Page() {
  return (
    <>
      <Header />
      <main>
        <Account />
      </main>
    </>
  )
}
