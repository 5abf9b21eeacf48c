import { act, StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { LatchkeyProvider } from '../hooks/LatchkeyProvider.js'
import type { UiModal } from '../uiModal.js'

type ProbeProps = { readonly hook: () => unknown; readonly onResult: (result: unknown) => void }

/** Runs a hook and passes on its result. */
function Probe({ hook, onResult }: ProbeProps): null {
  onResult(hook())
  return null
}

/** Renders a hook in StrictMode, below the provider of a modal. Returns its last result and how often it rendered. */
export function renderHook<result>(
  hook: () => result,
  { root, modal }: { readonly root: Root; readonly modal: UiModal },
): { readonly current: result; readonly renders: number } {
  const seen = { current: undefined as result, renders: 0 }
  const onResult = (result: unknown): void => {
    seen.current = result as result
    seen.renders++
  }
  act(() =>
    root.render(
      <StrictMode>
        <LatchkeyProvider modal={modal}>
          <Probe hook={hook} onResult={onResult} />
        </LatchkeyProvider>
      </StrictMode>,
    ),
  )
  return seen
}
