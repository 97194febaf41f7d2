export default function Home() {
  return <h1>DRYS</h1>;
}
