import './style.css'
import { LatchkeyProvider } from '@latchkey/ui-react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { modal } from './modal.ts'

const container = document.getElementById('app')
if (container)
  createRoot(container).render(
    <StrictMode>
      <LatchkeyProvider modal={modal}>
        <App />
      </LatchkeyProvider>
    </StrictMode>,
  )
