import '@latchkey/ui-react/styles.css'
import './style.css'
import { defineElements } from '@latchkey/ui-react/standalone'
import { mount } from 'svelte'
import App from './App.svelte'
import { modal } from './modal.ts'

defineElements(modal)

const target = document.getElementById('app')
if (target) mount(App, { target })
