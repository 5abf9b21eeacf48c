import { defineFeature, type Feature } from '../../defineView.js'
import tabsStyles from '../../primitives/Tabs.css'
import settingsStyles from './AccountSettingsView.css'
import { AccountSettingsView } from './AccountSettingsView.js'
import { settingsTexts } from './messages.js'
import sessionsStyles from './SmartSessionsView.css'
import { SmartSessionsView } from './SmartSessionsView.js'

/** Settings of the account, and the permissions that it has granted. */
export const feature: Feature = defineFeature({
  texts: settingsTexts,
  styles: tabsStyles + settingsStyles + sessionsStyles,
  views: [
    { name: 'AccountSettings', title: 'settingsTitle', View: AccountSettingsView },
    { name: 'SmartSessions', title: 'sessionsTitle', View: SmartSessionsView },
  ],
})
