import '@latchkey/ui-react/styles.css'
import './style.css'
import { defineElements } from '@latchkey/ui-react/standalone'
import { createApp } from 'vue'
import App from './App.vue'
import { modal } from './modal.ts'

defineElements(modal)
createApp(App).mount('#app')
