import ConfigFileScreen from './config-file.screen.tsx'

/** The address of an update without a number: something new. */
export default function NewConfigFileScreen() {
  return <ConfigFileScreen adding />
}
