import { useLoginWithToken } from '@latchkey/ui-react'
import { type FormEvent, type ReactElement, useState } from 'react'
import type { DemoConfig } from '../../config.js'
import { Panel, Result, type ResultState, run } from './Panel.js'

/** Users of the app itself: its backend, on this machine, signs a token for whoever says their name. */
export function TokenPanel({ tokenUrl }: { readonly tokenUrl: NonNullable<DemoConfig['tokenUrl']> }): ReactElement {
  const { loginWithTokenAsync } = useLoginWithToken()
  const [name, setName] = useState('ada')
  const [result, setResult] = useState<ResultState>()
  const logIn = (event: FormEvent): void => {
    event.preventDefault()
    run(setResult, async () => {
      const response = await fetch(tokenUrl, { method: 'POST', body: name })
      if (!response.ok) throw new Error(await response.text())
      await loginWithTokenAsync({ token: await response.text() })
      return `Logged in as ${name}`
    })
  }
  return (
    <Panel title="Users of this app">
      <form onSubmit={logIn}>
        <label>
          User <input value={name} onChange={({ target }) => setName(target.value)} />
        </label>
        <button type="submit">Log in with a token</button>
      </form>
      <Result name="token-result" state={result} />
    </Panel>
  )
}
