import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import Layout from './Layout.vue'
import './style.css'
import { rememberTabs } from './rememberTabs.js'

export default {
  extends: DefaultTheme,
  Layout,
  enhanceApp() {
    if (!import.meta.env.SSR) rememberTabs(document)
  },
} satisfies Theme
