// Put vectors to franz-go: `VECTORS="FILE..." go test -run TestVectors -v`, in a module that requires franz-go.
package vectors
import ("encoding/json"; "fmt"; "os"; "slices"; "strings"; "testing"; "time"; "github.com/twmb/franz-go/pkg/kgo"; "github.com/twmb/franz-go/pkg/kmsg")

var balancers = map[string]func() kgo.GroupBalancer{"range": kgo.RangeBalancer, "roundrobin": kgo.RoundRobinBalancer,
	"sticky": kgo.StickyBalancer, "optimal": kgo.StickyBalancer, "cooperative-sticky": kgo.CooperativeStickyBalancer}
var cannotExpress = []string{"old-metadata"} // vectors with one of these flags are left out
type topics map[string][]int32
type places map[string]topics // member -> topic -> ids
type vector struct { ID string; Strategies, Flags []string; Group struct { Topics map[string]json.RawMessage; Members []member }
	Expect struct { MayWait topics `json:"may_wait"`; Owners, Stays, Never places; Sum *int `json:"sum_of_squares"`
		Most *int `json:"most_moves"`; Repeats *bool `json:"repeats_claims"`; Seconds int `json:"answers_within_seconds"` } }
type member struct { ID string; Subscription []string; Owned topics; Generation *int32; InstanceID *string `json:"instance_id"` }

func assign(balancer kgo.GroupBalancer, members []member, counts map[string]int32) places {
	joined, answer := []kmsg.JoinGroupResponseMember{}, places{}
	for _, one := range members {
		sent, generation := kmsg.NewJoinGroupResponseMember(), int32(-1)
		if one.Generation != nil { generation = *one.Generation }
		sent.MemberID, sent.InstanceID = one.ID, one.InstanceID
		sent.ProtocolMetadata = balancer.JoinGroupMetadata(slices.Sorted(slices.Values(one.Subscription)), one.Owned, generation)
		joined = append(joined, sent)
	}
	order := func(m kmsg.JoinGroupResponseMember) string { if m.InstanceID != nil { return "0" + *m.InstanceID }; return "1" + m.MemberID }
	slices.SortFunc(joined, func(a, b kmsg.JoinGroupResponseMember) int { return strings.Compare(order(a), order(b)) })
	parsed, _ := must(balancer.MemberBalancer(joined))
	plan, _ := parsed.(kgo.GroupMemberBalancerOrError).BalanceOrError(counts)
	for _, sent := range plan.IntoSyncAssignment() { answer[sent.MemberID], _ = balancer.ParseSyncAssignment(sent.MemberAssignment) }
	return answer
}
func must(parsed kgo.GroupMemberBalancer, _ map[string]struct{}, err error) (kgo.GroupMemberBalancer, error) { if err != nil { panic(err) }; return parsed, err }
func flat(all places) (found []string) { // the partitions with their members
	for member, its := range all { for topic, ids := range its { for _, id := range ids { found = append(found, fmt.Sprintf("%q %q %d", member, topic, id)) } } }
	return found
}
func less(these, those []string) []string { return slices.DeleteFunc(slices.Clone(these), func(one string) bool { return slices.Contains(those, one) }) }
func faults(one vector, answer places, counts map[string]int32) map[string]bool {
	reads, owned, all, bare, squares, given := places{}, places{}, places{"": {}}, []string{}, 0, flat(answer)
	for _, reader := range one.Group.Members {
		reads[reader.ID], owned[reader.ID] = topics{}, reader.Owned
		for _, topic := range reader.Subscription { for id := range counts[topic] { reads[reader.ID][topic] = append(reads[reader.ID][topic], id) }; all[""][topic] = reads[reader.ID][topic] }
		own := flat(places{"": answer[reader.ID]})
		bare, squares = append(bare, own...), squares+len(own)*len(own)
	}
	moves, left, same := len(less(flat(one.Expect.Owners), given)), less(less(flat(all), bare), flat(places{"": one.Expect.MayWait})), len(less(given, flat(owned)))+len(less(flat(owned), given)) == 0
	return map[string]bool{"a member is missing, or a stranger is there": len(answer) != len(reads), "a member gets what it does not read": len(less(given, flat(reads))) > 0,
		"a partition is given twice": len(slices.Compact(slices.Sorted(slices.Values(bare)))) < len(bare), "a partition is left out": len(left) > 0, "the loads are not even": one.Expect.Sum != nil && *one.Expect.Sum != squares,
		fmt.Sprintf("%d moves are too many", moves): one.Expect.Most != nil && *one.Expect.Most < moves, "what must stay moves": len(less(flat(one.Expect.Stays), given)) > 0,
		"it is granted while another member owns it": len(less(given, flat(one.Expect.Never))) < len(given), "nothing changes, but it is not balanced": one.Expect.Repeats != nil && same}
}
func TestVectors(t *testing.T) {
	for _, file := range strings.Fields(os.Getenv("VECTORS")) { read, _ := os.ReadFile(file); var all struct{ Vectors []vector }; if err := json.Unmarshal(read, &all); err != nil { t.Fatal(err) }
		for _, one := range all.Vectors { counts := map[string]int32{}
			for name, raw := range one.Group.Topics { var count int32; var long struct{ Partitions int32 }; if json.Unmarshal(raw, &count) != nil { json.Unmarshal(raw, &long); count = long.Partitions }; counts[name] = count }
			for _, strategy := range one.Strategies { if balancers[strategy] == nil || slices.ContainsFunc(one.Flags, func(flag string) bool { return slices.Contains(cannotExpress, flag) }) { continue }
				done := make(chan map[string]bool, 1)
				go func() { defer func() { if raised := recover(); raised != nil { done <- map[string]bool{fmt.Sprintf("no answer: %v", raised): true} } }(); done <- faults(one, assign(balancers[strategy](), one.Group.Members, counts), counts) }()
				select { case found := <-done: for text, isWrong := range found { if isWrong { t.Errorf("%s %s: %s", one.ID, strategy, text) } }
				case <-time.After(time.Duration(one.Expect.Seconds) * time.Second): t.Errorf("%s %s: no answer: it hangs", one.ID, strategy) } } } }
}
