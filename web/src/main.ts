import { mount } from 'svelte';
import App from './App.svelte';
import './lib/theme/theme.css';

const target = document.getElementById('app');
if (target) mount(App, { target });

// Where the page is a secure one (this machine, or https), it opens again without the table: the rules, one's units and the
// last situation stay readable. In a club's plain network the page that is open has to do.
if (import.meta.env.PROD && isSecureContext && 'serviceWorker' in navigator) {
  navigator.serviceWorker
    .register('/sw.js')
    .then(() => navigator.serviceWorker.ready)
    .then((ready) => {
      const tell = () => ready.active?.postMessage(performance.getEntriesByType('resource').map((entry) => entry.name));
      tell();
      // Parts of the client that are loaded later are kept too.
      setTimeout(tell, 4000);
    })
    .catch(() => undefined);
}
